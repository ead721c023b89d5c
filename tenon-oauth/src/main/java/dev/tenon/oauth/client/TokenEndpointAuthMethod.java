package dev.tenon.oauth.client;

import java.util.Arrays;
import java.util.Optional;

/**
 * How a client proves at the token endpoint that it is itself (RFC 7591, section 2; OpenID Connect Core, section 9).
 */
public enum TokenEndpointAuthMethod {
    /** Not at all: a public client, which has no secret. */
    NONE("none"),
    /** Its secret in the header {@code Authorization}. */
    SECRET_BASIC("client_secret_basic"),
    /** Its secret in the body. */
    SECRET_POST("client_secret_post"),
    /** An assertion that it signs (RFC 7523, section 2.2). */
    PRIVATE_KEY_JWT("private_key_jwt");

    private final String wireName;

    TokenEndpointAuthMethod(String wireName) {
        this.wireName = wireName;
    }

    /** Its name in metadata. */
    public String wireName() {
        return wireName;
    }

    /** The method of that name, if it is one of these. */
    public static Optional<TokenEndpointAuthMethod> of(String wireName) {
        return Arrays.stream(values())
                .filter(method -> method.wireName.equals(wireName))
                .findFirst();
    }
}
