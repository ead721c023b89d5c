package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: one bounded cache replaces nine. */
class BoundedCacheTest {
    private final AtomicLong now = new AtomicLong();

    @Test
    void evicts_the_least_recently_used_entry_before_exceeding_its_limit() {
        BoundedCache<Integer, String> cache = BoundedCache.ofSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(cache.put(i, "v" + i)).isTrue();
        }
        assertThat(cache.get(0)).isEqualTo("v0");
        for (int i = 3; i < 1000; i++) {
            cache.put(i, "v" + i);
            assertThat(cache.size()).isEqualTo(3);
            assertThat(cache.get(0)).isEqualTo("v0");
        }
        assertThat(cache.values()).containsExactly("v998", "v999", "v0");
    }

    @Test
    void limits_the_total_weight_of_all_values() {
        BoundedCache<String, String> cache = BoundedCache.<String, String>builder(100)
                .maxWeight(10, String::length)
                .build();
        cache.put("a", "1234");
        cache.put("b", "1234");
        cache.put("a", "123456");
        assertThat(cache.values()).containsExactly("1234", "123456");
        cache.put("c", "1");
        assertThat(cache.values()).containsExactly("123456", "1");
        assertThat(cache.put("a", "12345678901"))
                .as("heavier than all together")
                .isFalse();
        assertThat(cache.values()).as("the old value of the key was removed").containsExactly("1");
        cache.remove("c");
        assertThat(cache.put("d", "1234567890"))
                .as("a removed value has no weight")
                .isTrue();
    }

    @Test
    void drops_expired_values() {
        BoundedCache<String, Long> cache = expiringBuilder(2).build();
        cache.put("short", 10L);
        cache.put("long", 20L);
        now.set(10);
        assertThat(cache.values()).containsExactly(20L);
        assertThat(cache.get("short")).isNull();
        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.compute("long", old -> old == null ? 1L : old + 10)).isEqualTo(30L);
        now.set(30);
        assertThat(cache.compute("long", old -> old == null ? 99L : 1L)).isEqualTo(99L);
    }

    @Test
    void rejects_a_new_entry_if_no_old_one_may_be_evicted() {
        BoundedCache<String, Long> cache = expiringBuilder(2).keepUnexpired().build();
        assertThat(cache.put("a", 10L)).isTrue();
        assertThat(cache.put("b", 20L)).isTrue();
        assertThat(cache.put("c", 30L)).isFalse();
        assertThat(cache.compute("c", old -> {
                    throw new AssertionError("called without room");
                }))
                .isNull();
        assertThat(cache.put("a", 11L))
                .as("the value of an existing key may change")
                .isTrue();
        assertThat(cache.size()).isEqualTo(2);
        now.set(11);
        assertThat(cache.put("c", 30L)).isTrue();
        assertThat(cache.values()).containsExactly(20L, 30L);
    }

    @Test
    void changes_and_removes_entries() {
        BoundedCache<String, Integer> cache = BoundedCache.ofSize(9);
        assertThat(cache.compute("a", old -> old == null ? 1 : old + 1)).isEqualTo(1);
        assertThat(cache.compute("a", old -> old == null ? 1 : old + 1)).isEqualTo(2);
        assertThat(cache.compute("a", old -> null)).isNull();
        assertThat(cache.get("a")).isNull();
        for (int i = 0; i < 9; i++) {
            cache.put("k" + i, i);
        }
        cache.removeIf((key, value) -> key.equals("k3") || value > 6);
        assertThat(cache.values()).containsExactly(0, 1, 2, 4, 5, 6);
        assertThat(BoundedCache.<String, Integer>builder(0).build().put("a", 1)).isFalse();
        assertThatThrownBy(() -> BoundedCache.builder(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void counts_correctly_with_concurrent_threads() throws Exception {
        BoundedCache<Integer, Integer> cache = BoundedCache.ofSize(8);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                futures.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 10_000; i++) {
                        cache.compute(0, old -> old == null ? 1 : old + 1);
                        cache.put(1 + i % 7, i);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> future : futures) {
                future.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(cache.get(0)).isEqualTo(40_000);
        assertThat(cache.size()).isEqualTo(8);
    }

    private BoundedCache.Builder<String, Long> expiringBuilder(int maxEntries) {
        return BoundedCache.<String, Long>builder(maxEntries).expireWhen(until -> now.get() >= until);
    }
}
