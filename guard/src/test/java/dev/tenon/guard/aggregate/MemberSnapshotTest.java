package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberSnapshotTest {
    private final FakeMember fake = new FakeMember("any");

    private AggregateMember member(String name, String prefix) {
        return new AggregateMember(name, prefix, fake);
    }

    private MemberSnapshot snapshot(String... prefixes) {
        List<AggregateMember> members = new ArrayList<>();
        for (String prefix : prefixes) {
            members.add(member("with:" + prefix, prefix));
        }
        return MemberSnapshot.of(members, List.of());
    }

    private static @Nullable String ownerOf(MemberSnapshot members, String exposedName) {
        ReferenceCountedMember owner = members.ownerOf(exposedName);
        return owner == null ? null : owner.name();
    }

    @ParameterizedTest
    @CsvSource({
        "ab_tool, with:ab_",
        "ab_, with:a",
        "a_tool, with:a",
        "abc, with:a",
        "a, with:",
        "tool, with:",
        "'ab_ ', with:a"
    })
    void a_name_belongs_to_the_member_with_the_longest_prefix_that_leaves_a_name(String name, String owner) {
        assertThat(ownerOf(snapshot("", "a", "ab_"), name)).isEqualTo(owner);
        assertThat(ownerOf(snapshot("ab_", "a", ""), name)).isEqualTo(owner);
    }

    @Test
    void a_name_without_a_matching_prefix_has_no_owner() {
        assertThat(ownerOf(snapshot("a_", "b_"), "c_tool")).isNull();
        assertThat(ownerOf(snapshot("a_", "b_"), "a_")).isNull();
        assertThat(ownerOf(snapshot(""), "")).isNull();
    }

    @Test
    void the_name_of_a_member_is_restored_from_the_exposed_name() {
        ReferenceCountedMember member = snapshot("a_").all().get(0);

        assertThat(member.originalName(member.exposedName("a_a_"))).isEqualTo("a_a_");
    }

    @Test
    void only_an_unchanged_member_keeps_its_state() {
        MemberSnapshot previous = MemberSnapshot.of(List.of(member("one", "1"), member("two", "2")), List.of());
        MemberSnapshot next = MemberSnapshot.of(
                List.of(
                        member("two", "2"),
                        member("one", "other"),
                        new AggregateMember("three", "3", new FakeMember("three"))),
                previous.all());

        assertThat(next.all().get(0)).isSameAs(previous.all().get(1));
        assertThat(next.all().subList(1, 3)).doesNotContainAnyElementsOf(previous.all());
    }

    @Test
    void a_member_with_another_forwarder_is_another_member() {
        MemberSnapshot previous = MemberSnapshot.of(List.of(member("one", "1")), List.of());
        AggregateMember reconnected = new AggregateMember("one", "1", new FakeMember("any"));

        assertThat(MemberSnapshot.of(List.of(reconnected), previous.all()).all())
                .doesNotContainAnyElementsOf(previous.all());
    }

    @Test
    void names_and_prefixes_are_unique() {
        List<AggregateMember> sameName = List.of(member("one", "1"), member("one", "2"));
        List<AggregateMember> samePrefix = List.of(member("one", ""), member("two", ""));

        assertThatThrownBy(() -> MemberSnapshot.of(sameName, List.of())).hasMessageContaining("one");
        assertThatThrownBy(() -> MemberSnapshot.of(samePrefix, List.of())).hasMessageContaining("two");
    }

    @Test
    void only_a_sole_member_without_prefix_is_forwarded_unchanged() {
        assertThat(snapshot("").soleUnprefixedMember()).isNotNull();
        assertThat(snapshot("a").soleUnprefixedMember()).isNull();
        assertThat(snapshot("", "a").soleUnprefixedMember()).isNull();
        assertThat(snapshot().soleUnprefixedMember()).isNull();
    }
}
