package dev.tenon.guard.pin;

/** How a guard treats tools that are not approved. */
public enum NewToolMode {
    /** They are blocked until they are approved, including the first ones of a server. */
    BLOCK,
    /**
     * On first use of a server, the guard lists its tools once and approves them; later tools are blocked until they
     * are approved.
     */
    TRUST_FIRST,
    /**
     * They are approved when first seen, up to 10,000 per server, and so are additional members that newer revisions
     * show; only later changes are blocked.
     */
    ALLOW
}
