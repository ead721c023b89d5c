package dev.tenon.guard.aggregate;

/** The member left before it was asked: look again who is there. */
final class MemberRemovedException extends Exception {
    private static final long serialVersionUID = 1L;

    MemberRemovedException(MemberState seat) {
        super(seat.name() + " is a member no longer", null, false, false);
    }
}
