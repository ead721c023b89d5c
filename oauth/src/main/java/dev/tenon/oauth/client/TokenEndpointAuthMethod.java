package dev.tenon.oauth.client;

import java.util.Arrays;
import java.util.Optional;

/**
 * The method by which a client authenticates at the token endpoint (RFC 7591, section 2; OpenID Connect Core, section
 * 9).
 */
public enum TokenEndpointAuthMethod {
    /** No authentication: a public client without a secret. */
    NONE("none"),
    /** The client secret in the header {@code Authorization}. */
    SECRET_BASIC("client_secret_basic"),
    /** The client secret in the body. */
    SECRET_POST("client_secret_post"),
    /** A signed assertion (RFC 7523, section 2.2). */
    PRIVATE_KEY_JWT("private_key_jwt");

    private final String wireName;

    TokenEndpointAuthMethod(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in metadata. */
    public String wireName() {
        return wireName;
    }

    /** Returns the method with this name; empty if it is unknown. */
    public static Optional<TokenEndpointAuthMethod> of(String wireName) {
        return Arrays.stream(values())
                .filter(method -> method.wireName.equals(wireName))
                .findFirst();
    }
}
