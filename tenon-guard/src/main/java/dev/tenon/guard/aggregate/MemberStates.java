package dev.tenon.guard.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members as they are at one time, in their order. */
final class MemberStates {
    private final List<MemberState> inOrder;
    private final List<MemberState> byPrefix;

    private MemberStates(List<MemberState> inOrder) {
        this.inOrder = List.copyOf(inOrder);
        this.byPrefix = inOrder.stream()
                .sorted(Comparator.comparingInt(seat -> -seat.member().prefix().length()))
                .toList();
    }

    /**
     * The seats of these members; those that were there before keep theirs.
     *
     * @throws IllegalArgumentException when two have the same name or the same prefix
     */
    static MemberStates of(List<AggregateMember> members, List<MemberState> before) {
        Set<String> names = new HashSet<>();
        Set<String> prefixes = new HashSet<>();
        List<MemberState> seats = new ArrayList<>();
        for (AggregateMember member : members) {
            if (!names.add(member.name())) {
                throw new IllegalArgumentException("Two servers have the name " + member.name());
            }
            if (!prefixes.add(member.prefix())) {
                throw new IllegalArgumentException(
                        "Two servers have the prefix \"" + member.prefix() + "\"; one is " + member.name());
            }
            seats.add(before.stream()
                    .filter(seat -> seat.member().isSameMember(member))
                    .findFirst()
                    .orElseGet(() -> new MemberState(member)));
        }
        return new MemberStates(seats);
    }

    List<MemberState> all() {
        return inOrder;
    }

    /** The one that stands alone, under its own names: its client is passed on to it as it is. Else null. */
    @Nullable MemberState soleMember() {
        return inOrder.size() == 1 && inOrder.get(0).member().prefix().isEmpty() ? inOrder.get(0) : null;
    }

    /** Whose tool or prompt that is: of several prefixes the longest counts; null when it is nobody's. */
    @Nullable MemberState of(String presented) {
        for (MemberState seat : byPrefix) {
            String prefix = seat.member().prefix();
            if (presented.startsWith(prefix)
                    && !presented.substring(prefix.length()).isBlank()) {
                return seat;
            }
        }
        return null;
    }

    /** The one with that name, by its place; -1 when there is none. */
    int indexOf(String name) {
        for (int i = 0; i < inOrder.size(); i++) {
            if (inOrder.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
