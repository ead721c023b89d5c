package dev.tenon.guard.joint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members as they are at one time, in their order. */
final class Seats {
    private final List<Seat> inOrder;
    private final List<Seat> byPrefix;

    private Seats(List<Seat> inOrder) {
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
    static Seats of(List<Member> members, List<Seat> before) {
        Set<String> names = new HashSet<>();
        Set<String> prefixes = new HashSet<>();
        List<Seat> seats = new ArrayList<>();
        for (Member member : members) {
            if (!names.add(member.name())) {
                throw new IllegalArgumentException("Two servers have the name " + member.name());
            }
            if (!prefixes.add(member.prefix())) {
                throw new IllegalArgumentException(
                        "Two servers have the prefix \"" + member.prefix() + "\"; one is " + member.name());
            }
            seats.add(before.stream()
                    .filter(seat -> seat.member().isSameAs(member))
                    .findFirst()
                    .orElseGet(() -> new Seat(member)));
        }
        return new Seats(seats);
    }

    List<Seat> all() {
        return inOrder;
    }

    /** The one that stands alone, under its own names: its client is passed on to it as it is. Else null. */
    @Nullable Seat alone() {
        return inOrder.size() == 1 && inOrder.get(0).member().prefix().isEmpty() ? inOrder.get(0) : null;
    }

    /** Whose tool or prompt that is: of several prefixes the longest counts; null when it is nobody's. */
    @Nullable Seat of(String presented) {
        for (Seat seat : byPrefix) {
            String prefix = seat.member().prefix();
            if (presented.startsWith(prefix)
                    && !presented.substring(prefix.length()).isBlank()) {
                return seat;
            }
        }
        return null;
    }

    /** The one with that name, by its place; -1 when there is none. */
    int place(String name) {
        for (int i = 0; i < inOrder.size(); i++) {
            if (inOrder.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
