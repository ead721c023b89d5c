package dev.tenon.testkit;

import dev.tenon.model.Revision;

/** The {@code id} member of an error for an unreadable message. */
enum ErrorIdMode {
    /** {@code "id": null}. */
    NULL,
    /** No {@code id} member. */
    ABSENT;

    static ErrorIdMode forUnreadable(Revision revision) {
        return revision.writesNullIdWhenUnreadable() ? NULL : ABSENT;
    }
}
