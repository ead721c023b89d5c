package dev.tenon.guard.aggregate;

/** The member was removed before it received the request; the caller must use the current members. */
final class MemberRemovedException extends Exception {
    private static final long serialVersionUID = 1L;

    MemberRemovedException(ReferenceCountedMember member) {
        super("Member was removed: " + member.name(), null, false, false);
    }
}
