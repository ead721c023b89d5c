package dev.tenon.guard.pin;

/** What becomes of tools that nobody has approved yet. */
public enum NewToolMode {
    /** They are left out until they are approved, the first ones of a server too. */
    BLOCK,
    /**
     * At the first use of a server the guard walks its tool list once, and approves what it finds; what comes later is
     * left out until it is approved.
     */
    TRUST_FIRST,
    /**
     * They are approved when they are first seen, up to 10,000 of each server, and so are parts that newer clients are
     * shown in addition; only what changes later is left out.
     */
    ALLOW
}
