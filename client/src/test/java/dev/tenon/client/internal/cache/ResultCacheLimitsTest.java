package dev.tenon.client.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Caching;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ReadResourceResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultCacheLimitsTest {
    /** Returns a JSON string of this size, with its quotes. */
    private static Json jsonOfSize(int bytes) {
        return Json.of("x".repeat(bytes - 2));
    }

    private static CacheableResult freshFor(Duration time) {
        return new ListToolsResult(List.of(), null, Caching.ofPrivate(time), Meta.EMPTY);
    }

    private final CacheableResult result = freshFor(Duration.ofDays(1000));
    private long nanoTime = Long.MAX_VALUE - 1;
    private final ResultCache cache = new ResultCache(2, 100, () -> nanoTime);

    private void put(Method<?, ?> method, String subject, int size) {
        cache.put(method, subject, result, jsonOfSize(size));
    }

    @Test
    void a_result_that_is_fresh_for_no_time_is_not_cached() {
        cache.put(Methods.LIST_TOOLS, "", freshFor(Duration.ZERO), jsonOfSize(10));
        assertThat(cache.size()).isZero();
    }

    @Test
    void a_result_is_used_to_the_last_nanosecond_of_its_lifetime() {
        cache.put(Methods.LIST_TOOLS, "", freshFor(Duration.ofMillis(5)), jsonOfSize(10));
        nanoTime += Duration.ofMillis(5).toNanos();
        assertThat(cache.get(Methods.LIST_TOOLS, "")).isNotNull();
        nanoTime++;
        assertThat(cache.get(Methods.LIST_TOOLS, "")).isNull();
        assertThat(cache.size()).as("the expired result is removed").isZero();
    }

    @Test
    void a_lifetime_is_cut_to_one_day() {
        cache.put(Methods.LIST_TOOLS, "", freshFor(Duration.ofMillis(Long.MAX_VALUE)), jsonOfSize(10));
        nanoTime += Duration.ofDays(1).toNanos();
        assertThat(cache.get(Methods.LIST_TOOLS, "")).isNotNull();
        nanoTime++;
        assertThat(cache.get(Methods.LIST_TOOLS, "")).isNull();
    }

    @Test
    void the_least_recently_used_result_makes_room() {
        put(Methods.LIST_TOOLS, "a", 10);
        put(Methods.LIST_TOOLS, "b", 10);
        assertThat(cache.get(Methods.LIST_TOOLS, "a")).isNotNull();
        put(Methods.LIST_TOOLS, "c", 10);
        assertThat(cache.get(Methods.LIST_TOOLS, "a")).isNotNull();
        assertThat(cache.get(Methods.LIST_TOOLS, "b")).isNull();
    }

    @Test
    void results_may_fill_the_total_size_exactly() {
        put(Methods.LIST_TOOLS, "a", 60);
        put(Methods.LIST_TOOLS, "b", 40);
        assertThat(cache.size()).isEqualTo(2);
        put(Methods.LIST_TOOLS, "b", 41);
        assertThat(cache.get(Methods.LIST_TOOLS, "a")).isNull();
    }

    @Test
    void a_result_larger_than_the_total_size_is_not_cached_and_removes_the_old_one_only() {
        put(Methods.LIST_TOOLS, "a", 10);
        put(Methods.LIST_TOOLS, "b", 10);
        put(Methods.LIST_TOOLS, "b", 101);
        assertThat(cache.get(Methods.LIST_TOOLS, "b")).isNull();
        assertThat(cache.get(Methods.LIST_TOOLS, "a")).isNotNull();
    }

    @Test
    void a_resource_is_invalidated_by_its_exact_uri_and_not_by_a_cursor_of_that_text() {
        put(Methods.READ_RESOURCE, "file:///a", 10);
        put(Methods.LIST_RESOURCES, "file:///a", 10);
        cache.invalidateResource("file:///A");
        assertThat(cache.size()).isEqualTo(2);
        cache.invalidateResource("file:///a");
        assertThat(cache.get(Methods.READ_RESOURCE, "file:///a")).isNull();
        assertThat(cache.get(Methods.LIST_RESOURCES, "file:///a")).isNotNull();
    }

    @Test
    void a_result_is_found_only_under_the_method_that_it_was_cached_for() {
        cache.put(Methods.READ_RESOURCE, "", ReadResourceResult.of().withCaching(result.caching()), jsonOfSize(10));
        assertThat(cache.get(Methods.LIST_TOOLS, "")).isNull();
    }

    static Stream<Arguments> invalidatedLists() {
        return Stream.of(
                Arguments.of(Notifications.TOOLS_CHANGED, List.of(Methods.LIST_TOOLS)),
                Arguments.of(Notifications.PROMPTS_CHANGED, List.of(Methods.LIST_PROMPTS)),
                Arguments.of(
                        Notifications.RESOURCES_CHANGED,
                        List.of(Methods.LIST_RESOURCES, Methods.LIST_RESOURCE_TEMPLATES)),
                Arguments.of(Notifications.MESSAGE, List.of()));
    }

    @ParameterizedTest
    @MethodSource("invalidatedLists")
    void a_notification_invalidates_the_lists_whose_change_it_announces(
            NotificationType<?> type, List<Method<?, ?>> invalidated) {
        List<Method<?, ?>> all = List.of(
                Methods.LIST_TOOLS,
                Methods.LIST_PROMPTS,
                Methods.LIST_RESOURCES,
                Methods.LIST_RESOURCE_TEMPLATES,
                Methods.READ_RESOURCE);
        ResultCache large = new ResultCache(10, 1000);
        all.forEach(method -> large.put(method, "", result, jsonOfSize(10)));
        large.invalidateLists(type);
        assertThat(all).filteredOn(method -> large.get(method, "") == null).containsExactlyElementsOf(invalidated);
    }
}
