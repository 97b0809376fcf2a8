// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>

#include "kernels.h"

#define NODES 64
#define SEARCHES 128

struct node {
  struct node* next;
  int32_t value;
};

static struct node nodes[NODES];

static struct node* build(void) {
  uint32_t state = 12345;
  for (size_t i = 0; i < NODES; i++) {
    state = state * 1664525u + 1013904223u;
    // Neighbours in the list are not neighbours in memory.
    nodes[i].value = (int32_t)(state >> 20);
    nodes[i].next = NULL;
  }
  for (size_t i = 0; i + 1 < NODES; i++) {
    nodes[(i * 29) % NODES].next = &nodes[((i + 1) * 29) % NODES];
  }
  return &nodes[0];
}

static const struct node* find(const struct node* list, int32_t value) {
  while (list != NULL && list->value != value) list = list->next;
  return list;
}

static struct node* merge(struct node* a, struct node* b) {
  struct node head;
  struct node* tail = &head;
  while (a != NULL && b != NULL) {
    if (a->value <= b->value) {
      tail->next = a;
      a = a->next;
    } else {
      tail->next = b;
      b = b->next;
    }
    tail = tail->next;
  }
  tail->next = a != NULL ? a : b;
  return head.next;
}

static struct node* sort(struct node* list, size_t length) {
  if (length == 1) {
    list->next = NULL;
    return list;
  }
  struct node* middle = list;
  for (size_t i = 0; i < length / 2; i++) middle = middle->next;
  struct node* right = sort(middle, length - length / 2);
  struct node* left = sort(list, length / 2);
  return merge(left, right);
}

uint32_t kernel_list(void) {
  struct node* list = build();
  uint32_t sum = 0;
  for (int32_t i = 0; i < SEARCHES; i++) {
    const struct node* found = find(list, nodes[(i * 7) % NODES].value);
    sum = sum * 31 + (uint32_t)(found == NULL ? -1 : found - nodes);
  }
  for (list = sort(list, NODES); list != NULL; list = list->next) {
    sum = sum * 31 + (uint32_t)list->value;
  }
  return sum;
}
