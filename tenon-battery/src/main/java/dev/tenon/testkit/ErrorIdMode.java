package dev.tenon.testkit;

import dev.tenon.model.Revision;

/** What an error about an unreadable message has for an id. */
enum ErrorIdMode {
    /** {@code "id": null}. */
    NULL,
    /** No such member. */
    ABSENT;

    static ErrorIdMode forUnreadable(Revision revision) {
        return revision.nullIdWhenUnreadable() ? NULL : ABSENT;
    }
}
