// SPDX-License-Identifier: Apache-2.0
#include "score.h"

item_t* make_list(void* block, size_t bytes, int32_t seed) {
  item_t* items = block;
  const size_t count = bytes / sizeof(item_t);
  for (size_t index = 0; index < count; index++) {
    seed = seed * 5 + 17 + (int32_t)index;
    items[index].value = (int16_t)(seed & 0xfff);
    items[index].next = index + 1 < count ? &items[index + 1] : NULL;
  }
  return items;
}

static item_t* merge(item_t* left, item_t* right) {
  item_t* list = NULL;
  item_t** end = &list;
  while (left != NULL && right != NULL) {
    item_t** least = left->value <= right->value ? &left : &right;
    *end = *least;
    end = &(*least)->next;
    *least = (*least)->next;
  }
  *end = left != NULL ? left : right;
  return list;
}

item_t* sort_list(item_t* list) {
  if (list == NULL || list->next == NULL) return list;
  item_t *middle = list, *fast = list->next;
  while (fast != NULL && fast->next != NULL) {
    middle = middle->next;
    fast = fast->next->next;
  }
  item_t* right = middle->next;
  middle->next = NULL;
  return merge(sort_list(list), sort_list(right));
}

uint16_t checksum(uint16_t value, uint16_t sum) {
  for (int bit = 0; bit < 16; bit++) {
    const int odd = (value ^ sum) & 1;
    value >>= 1;
    sum = (uint16_t)(sum >> 1 ^ (odd ? 0xa001 : 0));
  }
  return sum;
}
