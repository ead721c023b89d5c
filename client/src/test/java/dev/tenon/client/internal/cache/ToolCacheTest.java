package dev.tenon.client.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCacheTest {
    private final ToolCache cache = new ToolCache(2, 100);
    private final Tool a = Tool.of("a");
    private final Tool b = Tool.of("b");

    @Test
    void the_cache_is_complete_only_for_the_version_at_the_start_of_the_list() {
        int start = cache.version();
        cache.invalidate();
        cache.markComplete(start);
        assertThat(cache.isComplete()).isFalse();
        cache.markComplete(cache.version());
        assertThat(cache.isComplete()).isTrue();
        cache.invalidate();
        assertThat(cache.isComplete()).isFalse();
    }

    @Test
    void an_outdated_list_keeps_its_tools_but_a_cleared_one_does_not() {
        cache.addPage(List.of(a), 10);
        cache.invalidate();
        assertThat(cache.get("a")).isNotNull();
        cache.clear();
        assertThat(cache.get("a")).isNull();
    }

    @Test
    void tools_beyond_the_limit_are_not_cached() {
        cache.addPage(List.of(a, b, Tool.of("c")), 10);
        assertThat(cache.get("b")).isNotNull();
        assertThat(cache.get("c")).isNull();
    }

    @Test
    void a_changed_tool_is_replaced_even_in_a_full_cache() {
        cache.addPage(List.of(a, b), 10);
        cache.addPage(List.of(a.withTitle("changed")), 10);
        assertThat(cache.get("a").tool().title()).isEqualTo("changed");
    }

    @Test
    void an_unchanged_tool_keeps_the_values_derived_from_it() {
        cache.addPage(List.of(a, b), 10);
        CachedTool before = cache.get("a");
        cache.addPage(List.of(Tool.of("a")), 10);
        assertThat(cache.get("a")).isSameAs(before);
    }

    @Test
    void pages_that_fill_the_limit_exactly_are_kept() {
        int start = cache.version();
        cache.addPage(List.of(a), 60);
        cache.addPage(List.of(b), 40);
        assertThat(cache.get("a")).isNotNull();
        assertThat(cache.version()).isEqualTo(start);
    }

    @Test
    void a_page_beyond_the_limit_clears_the_earlier_pages_and_the_list_does_not_become_complete() {
        int start = cache.version();
        cache.addPage(List.of(a), 60);
        cache.addPage(List.of(b), 41);
        cache.markComplete(start);
        assertThat(cache.get("a")).isNull();
        assertThat(cache.get("b")).isNotNull();
        assertThat(cache.isComplete()).isFalse();
    }

    @Test
    void after_an_overflow_only_the_last_page_counts() {
        cache.addPage(List.of(a), 60);
        cache.addPage(List.of(b), 41);
        cache.addPage(List.of(a), 59);
        assertThat(cache.get("b")).isNotNull();
        cache.addPage(List.of(a), 1);
        assertThat(cache.get("b")).isNull();
    }

    @Test
    void clearing_resets_the_size() {
        cache.addPage(List.of(a), 100);
        cache.clear();
        cache.addPage(List.of(a), 50);
        cache.addPage(List.of(b), 50);
        assertThat(cache.get("a")).isNotNull();
    }
}
