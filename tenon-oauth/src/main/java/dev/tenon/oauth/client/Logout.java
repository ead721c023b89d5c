package dev.tenon.oauth.client;

/** How a logout went. In each case nothing is left in the store. */
public enum Logout {
    /** There were no tokens. */
    NOTHING,
    /** The tokens are forgotten here; the authorization server offers no way to tell it, or did not listen. */
    FORGOTTEN,
    /** The authorization server has revoked them too (RFC 7009). */
    REVOKED
}
