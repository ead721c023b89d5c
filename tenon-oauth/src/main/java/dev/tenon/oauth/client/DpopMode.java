package dev.tenon.oauth.client;

/** Whether tokens are bound to a key of this client (RFC 9449), so that a stolen one is worth nothing. */
public enum DpopMode {
    /** When the server asks for it or says that it takes it, and the authorization server can. */
    WHEN_ASKED,
    /** Always: a token that is not bound is not used. */
    ALWAYS,
    /** Never. */
    NEVER
}
