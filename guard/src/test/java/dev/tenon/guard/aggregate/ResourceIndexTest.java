package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceIndexTest {
    private final MemberSnapshot members = MemberSnapshot.of(
            List.of(
                    new FakeMember("one").toMember(),
                    new FakeMember("two").toMember(),
                    new FakeMember("three").toMember()),
            List.of());
    private final ReferenceCountedMember one = members.all().get(0);
    private final ReferenceCountedMember two = members.all().get(1);
    private final ReferenceCountedMember three = members.all().get(2);
    private final ResourceIndex index = new ResourceIndex();

    private ReferenceCountedMember list(ListKind kind, String key, ReferenceCountedMember member) {
        return index.recordListed(kind, key, member, members.all());
    }

    private List<ReferenceCountedMember> likely(String uri) {
        return index.likelyMembers(uri, members);
    }

    @Test
    void the_first_member_in_order_owns_a_resource_whichever_lists_it_first() {
        assertThat(list(ListKind.RESOURCES, "a:/1", two)).isSameAs(two);
        assertThat(list(ListKind.RESOURCES, "a:/1", three)).isSameAs(two);
        assertThat(list(ListKind.RESOURCES, "a:/1", one)).isSameAs(one);
        assertThat(likely("a:/1")).containsExactly(one);
    }

    @Test
    void a_removed_owner_does_not_keep_a_resource() {
        ReferenceCountedMember removed = new ReferenceCountedMember(new FakeMember("old").toMember());
        list(ListKind.RESOURCES, "a:/1", removed);
        assertThat(likely("a:/1")).isEmpty();

        assertThat(list(ListKind.RESOURCES, "a:/1", three)).isSameAs(three);
    }

    @Test
    void the_owner_of_a_listed_resource_comes_before_those_with_a_matching_template() {
        list(ListKind.TEMPLATES, "a:/{id}", one);
        list(ListKind.TEMPLATES, "a:/{name}", two);
        list(ListKind.RESOURCES, "a:/1", three);

        assertThat(likely("a:/1")).containsExactly(three, one, two);
        assertThat(likely("a:/2")).containsExactly(one, two);
        assertThat(likely("b:/1")).isEmpty();
    }

    @Test
    void a_template_is_found_by_its_own_text() {
        list(ListKind.TEMPLATES, "a:/{unclosed", two);

        assertThat(likely("a:/{unclosed")).containsExactly(two);
        assertThat(likely("a:/1")).isEmpty();
    }

    @Test
    void a_template_that_is_too_long_is_not_stored_but_belongs_to_its_member() {
        String limit = "a:/" + "x".repeat(2045);
        assertThat(list(ListKind.TEMPLATES, limit, two)).isSameAs(two);
        assertThat(list(ListKind.TEMPLATES, limit + "x", two)).isSameAs(two);

        assertThat(likely(limit)).containsExactly(two);
        assertThat(likely(limit + "x")).isEmpty();
    }

    @Test
    void a_response_does_not_change_the_listed_owner() {
        list(ListKind.RESOURCES, "a:/1", two);
        index.recordFound("a:/1", one);
        index.recordFound("a:/2", one);

        assertThat(likely("a:/1")).containsExactly(two);
        assertThat(likely("a:/2")).containsExactly(one);
    }

    @Test
    void forgetting_a_list_of_a_member_keeps_its_other_list_and_other_members() {
        list(ListKind.RESOURCES, "a:/1", one);
        list(ListKind.RESOURCES, "a:/2", two);
        list(ListKind.TEMPLATES, "b:/{id}", one);
        index.forget(ListKind.RESOURCES, one);

        assertThat(likely("a:/1")).isEmpty();
        assertThat(likely("a:/2")).containsExactly(two);
        assertThat(likely("b:/1")).containsExactly(one);
        index.forget(one);
        assertThat(likely("b:/1")).isEmpty();
    }

    @Test
    void a_sole_member_without_prefix_has_every_resource() {
        MemberSnapshot sole =
                MemberSnapshot.of(List.of(new AggregateMember("sole", "", new FakeMember("sole"))), List.of());

        assertThat(index.likelyMembers("any:/uri", sole)).containsExactlyElementsOf(sole.all());
    }
}
