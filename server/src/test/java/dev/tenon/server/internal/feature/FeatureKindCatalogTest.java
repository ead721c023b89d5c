package dev.tenon.server.internal.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeatureKindCatalogTest {
    private final List<Set<String>> changes = new ArrayList<>();
    /** Its items are names; those that start with "x" need a scope. */
    private final FeatureKindCatalog<String> catalog = new FeatureKindCatalog<>(
            "tool", name -> name, name -> name.startsWith("x") ? Set.of("admin") : Set.of(), changes::add);

    private void add(String... names) {
        List.of(names).forEach(catalog::add);
    }

    private FeatureKindCatalog.CatalogPage<String> page(long after, int size) {
        return catalog.readPage(after, size, Set::isEmpty);
    }

    @Test
    void pages_follow_the_order_of_addition() {
        add("c", "a", "b");

        FeatureKindCatalog.CatalogPage<String> first = page(0, 2);
        assertThat(first.items()).containsExactly("c", "a");
        FeatureKindCatalog.CatalogPage<String> second = page(first.next(), 2);
        assertThat(second.items()).containsExactly("b");
        assertThat(second.next()).isNull();
    }

    @Test
    void a_page_that_is_exactly_full_has_no_successor() {
        add("a", "b");

        assertThat(page(0, 2).next()).isNull();
        assertThat(page(0, 1).next()).isNotNull();
    }

    @Test
    void a_cursor_stays_valid_when_its_item_is_removed() {
        add("a", "b", "c");
        long cursor = page(0, 2).next();
        catalog.remove("b");
        catalog.remove("a");

        assertThat(page(cursor, 2).items()).containsExactly("c");
    }

    @Test
    void an_item_that_is_added_again_moves_to_the_end() {
        add("a", "b");
        long cursor = page(0, 1).next();
        catalog.remove("a");
        add("a");

        assertThat(page(cursor, 2).items()).containsExactly("b", "a");
    }

    @Test
    void items_that_the_caller_may_not_see_do_not_fill_a_page() {
        add("x1", "a", "x2", "b", "x3");

        FeatureKindCatalog.CatalogPage<String> all = page(0, 2);

        assertThat(all.items()).containsExactly("a", "b");
        assertThat(all.next()).as("only hidden items follow").isNull();
    }

    @Test
    void a_second_item_of_the_same_name_is_rejected_without_a_notification() {
        add("a");

        assertThatThrownBy(() -> catalog.add("a")).hasMessageContaining("There is a tool \"a\" already");
        assertThat(catalog.items()).containsExactly("a");
        assertThat(changes).hasSize(1);
    }

    @Test
    void changes_are_notified_with_the_scopes_of_the_item() {
        add("x1");
        assertThat(catalog.remove("x1")).isTrue();
        assertThat(catalog.remove("x1")).isFalse();

        assertThat(changes).containsExactly(Set.of("admin"), Set.of("admin"));
    }

    @Test
    void an_empty_catalog_that_had_an_item_still_has_the_feature() {
        assertThat(catalog.wasEverNonEmpty()).isFalse();
        add("a");
        catalog.remove("a");

        assertThat(catalog.wasEverNonEmpty()).isTrue();
        assertThat(page(0, 1).items()).isEmpty();
    }

    @Test
    void a_list_depends_on_the_caller_if_one_item_needs_a_scope() {
        add("a");
        assertThat(catalog.isSameForAllCallers()).isTrue();
        add("x1");

        assertThat(catalog.isSameForAllCallers()).isFalse();
    }

    @Test
    void an_unknown_item_needs_no_scopes() {
        assertThat(catalog.requiredScopes("x1")).isEmpty();
        add("x1");

        assertThat(catalog.requiredScopes("x1")).containsExactly("admin");
    }
}
