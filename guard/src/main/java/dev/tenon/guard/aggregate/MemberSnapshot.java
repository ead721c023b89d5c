package dev.tenon.guard.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An immutable snapshot of the members in their order. */
final class MemberSnapshot {
    private final List<ReferenceCountedMember> inOrder;
    private final List<ReferenceCountedMember> byPrefix;

    private MemberSnapshot(List<ReferenceCountedMember> inOrder) {
        this.inOrder = List.copyOf(inOrder);
        this.byPrefix = inOrder.stream()
                .sorted(Comparator.comparingInt(
                        state -> -state.member().prefix().length()))
                .toList();
    }

    /**
     * Returns the states of these members; unchanged members keep their state.
     *
     * @throws IllegalArgumentException if two members have the same name or the same prefix
     */
    static MemberSnapshot of(List<AggregateMember> members, List<ReferenceCountedMember> previous) {
        Set<String> names = new HashSet<>();
        Set<String> prefixes = new HashSet<>();
        List<ReferenceCountedMember> states = new ArrayList<>();
        for (AggregateMember member : members) {
            if (!names.add(member.name())) {
                throw new IllegalArgumentException("Duplicate server name: " + member.name());
            }
            if (!prefixes.add(member.prefix())) {
                throw new IllegalArgumentException(
                        "Duplicate prefix \"" + member.prefix() + "\": server " + member.name());
            }
            states.add(previous.stream()
                    .filter(state -> state.member().isSameMember(member))
                    .findFirst()
                    .orElseGet(() -> new ReferenceCountedMember(member)));
        }
        return new MemberSnapshot(states);
    }

    List<ReferenceCountedMember> all() {
        return inOrder;
    }

    /** Returns the only member if it has no prefix, so that everything can be forwarded unchanged; else null. */
    @Nullable ReferenceCountedMember soleUnprefixedMember() {
        return inOrder.size() == 1 && inOrder.get(0).member().prefix().isEmpty() ? inOrder.get(0) : null;
    }

    /** Returns the member that owns a tool or prompt, by its longest matching prefix; null if not found. */
    @Nullable ReferenceCountedMember ownerOf(String exposedName) {
        for (ReferenceCountedMember state : byPrefix) {
            String prefix = state.member().prefix();
            if (exposedName.startsWith(prefix)
                    && !exposedName.substring(prefix.length()).isBlank()) {
                return state;
            }
        }
        return null;
    }

    /** Returns the index of the member with this name; -1 if not found. */
    int indexOf(String name) {
        return inOrder.stream().map(ReferenceCountedMember::name).toList().indexOf(name);
    }
}
