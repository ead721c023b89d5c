package dev.tenon.guard.joint;

/** The member left before it was asked: look again who is there. */
final class GoneException extends Exception {
    private static final long serialVersionUID = 1L;

    GoneException(Seat seat) {
        super(seat.name() + " is a member no longer", null, false, false);
    }
}
