// SPDX-License-Identifier: Apache-2.0

/// The integer types stand in nolibc, which every file of a program includes first; those of the
/// compiler's own header differ from them.
