package dev.tenon.battery;

import dev.tenon.model.Revision;

/** What an error about an unreadable message has for an id. */
enum Ids {
    /** {@code "id": null}. */
    NULL,
    /** No such member. */
    ABSENT;

    static Ids unreadable(Revision revision) {
        return revision.nullIdWhenUnreadable() ? NULL : ABSENT;
    }
}
