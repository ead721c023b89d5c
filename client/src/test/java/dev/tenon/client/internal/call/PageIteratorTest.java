package dev.tenon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.call.PageIterator.FetchedPage;
import dev.tenon.json.JsonLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageIteratorTest {
    private static final ClientLimits LIMITS = ClientLimits.DEFAULT.toBuilder()
            .pages(3)
            .listItems(4)
            .json(new JsonLimits(100, 64, 100, 100, 100, 100))
            .build();

    private final List<@Nullable String> fetched = new ArrayList<>();

    private Iterator<List<String>> iterate(Function<@Nullable String, FetchedPage<String>> pages) {
        return new PageIterator<>("tools/list", LIMITS, cursor -> {
            fetched.add(cursor);
            return pages.apply(cursor);
        });
    }

    /** Iterates over {@code count} pages. Each page has one item; the cursor of a page is its index. */
    private Iterator<List<String>> iteratePages(int count, int bytesPerPage) {
        return iterate(cursor -> {
            int page = cursor == null ? 0 : Integer.parseInt(cursor);
            String next = page + 1 == count ? null : String.valueOf(page + 1);
            return new FetchedPage<>(List.of("item " + page), next, bytesPerPage);
        });
    }

    private static void drain(Iterator<?> pages) {
        pages.forEachRemaining(page -> {});
    }

    @Test
    void a_page_is_fetched_when_the_iterator_reaches_it() {
        Iterator<List<String>> pages = iteratePages(2, 1);
        assertThat(pages.hasNext()).isTrue();
        assertThat(fetched).isEmpty();
        assertThat(pages.next()).containsExactly("item 0");
        assertThat(fetched).containsExactly((String) null);
        drain(pages);
        assertThat(fetched).containsExactly(null, "1");
        assertThatThrownBy(pages::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void a_list_may_have_as_many_pages_as_the_limit_and_one_more_is_not_fetched() {
        drain(iteratePages(3, 1));
        fetched.clear();
        assertThatThrownBy(() -> drain(iteratePages(4, 1)))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: pages");
        assertThat(fetched).hasSize(3);
    }

    @Test
    void all_pages_together_may_be_as_large_as_one_message() {
        drain(iteratePages(2, 50));
        assertThatThrownBy(() -> drain(iteratePages(2, 51)))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: json.bytes");
    }

    @Test
    void the_sizes_of_pages_do_not_overflow() {
        assertThatThrownBy(() -> drain(iteratePages(2, Integer.MAX_VALUE))).hasMessageContaining("limit: json.bytes");
    }

    @Test
    void all_pages_together_may_have_as_many_items_as_the_limit() {
        drain(iterate(cursor -> new FetchedPage<>(List.of("a", "b"), cursor == null ? "next" : null, 1)));
        assertThatThrownBy(() -> drain(iterate(
                        cursor -> new FetchedPage<>(List.of("a", "b", "c"), cursor == null ? "next" : null, 1))))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: listItems");
    }

    @Test
    void a_cursor_that_comes_twice_ends_the_iteration_before_it_is_followed() {
        assertThatThrownBy(() -> drain(iterate(cursor -> new FetchedPage<>(List.of(), "same", 1))))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("came twice");
        assertThat(fetched).containsExactly(null, "same");
    }

    @Test
    void an_empty_cursor_is_followed_and_an_empty_page_does_not_end_the_list() {
        drain(iterate(cursor -> new FetchedPage<>(List.of(), cursor == null ? "" : null, 1)));
        assertThat(fetched).containsExactly(null, "");
    }

    @Test
    void a_page_that_could_not_be_fetched_is_fetched_by_the_next_call_and_counts_as_a_page() {
        Iterator<List<String>> pages = iterate(cursor -> {
            if (fetched.size() == 1) {
                throw new CallTimeoutException("slow");
            }
            return new FetchedPage<>(List.of("item"), null, 1);
        });
        assertThatThrownBy(pages::next).isInstanceOf(CallTimeoutException.class);
        assertThat(pages.hasNext()).isTrue();
        assertThat(pages.next()).containsExactly("item");
        assertThat(fetched).containsExactly(null, null);
    }
}
