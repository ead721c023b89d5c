package dev.tenon.guard.pin;

/** What becomes of tools that nobody has approved yet. */
public enum NewTools {
    /** They are left out until they are approved, the first ones of a server too. */
    BLOCK,
    /** The first list of a server is taken for approved; what comes later is left out until it is approved. */
    TRUST_FIRST,
    /** They are approved when they are first seen; only what changes later is left out. */
    ALLOW
}
