package dev.tenon.server;

import dev.tenon.json.Json;
import java.util.Map;

/**
 * Who calls, as an {@link Authenticator} established it from the credentials of this very request.
 *
 * @param name unique among all callers: for a token, its issuer and subject
 * @param claims what else the credentials say
 */
public record Principal(String name, Map<String, Json> claims) {
    public Principal {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A principal needs a name that is unique among all callers");
        }
        claims = Map.copyOf(claims);
    }

    public Principal(String name) {
        this(name, Map.of());
    }
}
