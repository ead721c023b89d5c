package dev.tenon.oauth.client;

/** Whether tokens are bound to a key of this client (DPoP, RFC 9449), so that a stolen token is useless. */
public enum DpopMode {
    /** If the server requires or supports bound tokens, and the authorization server issues them. */
    WHEN_REQUESTED,
    /** Always; the client rejects tokens that are not bound. */
    ALWAYS,
    /** Never. */
    NEVER
}
