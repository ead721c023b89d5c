package dev.tenon.oauth.client.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.client.AuthMethod;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.ClientKey;
import dev.tenon.oauth.client.RegisteredClient;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * This client as one authorization server knows it.
 *
 * @param isForgettable whether it was registered by itself, and can be again
 */
record Client(
        String id,
        AuthMethod method,
        @Nullable String secret,
        @Nullable ClientKey key,
        boolean isForgettable) {
    /** A client that was registered beforehand, authenticating as the server likes it. */
    static Client of(RegisteredClient client, @Nullable List<String> liked) {
        AuthMethod method = client.method();
        if (method == null) {
            method = client.key() != null
                    ? AuthMethod.PRIVATE_KEY_JWT
                    : client.secret() == null ? AuthMethod.NONE : bySecret(liked);
        }
        return new Client(client.id(), method, client.secret(), client.key(), false);
    }

    /** How a secret is sent: in the header, unless the server takes it in the body only. */
    static AuthMethod bySecret(@Nullable List<String> liked) {
        boolean onlyPost = liked != null
                && liked.contains(AuthMethod.SECRET_POST.wireName())
                && !liked.contains(AuthMethod.SECRET_BASIC.wireName());
        return onlyPost ? AuthMethod.SECRET_POST : AuthMethod.SECRET_BASIC;
    }

    ClientID clientId() {
        return new ClientID(id);
    }

    /** What it shows at an authorization server, made anew for each request; null when it only names itself. */
    @Nullable ClientAuthentication authentication(String audience) {
        return switch (method) {
            case NONE -> null;
            case SECRET_BASIC -> new ClientSecretBasic(clientId(), new Secret(Objects.requireNonNull(secret)));
            case SECRET_POST -> new ClientSecretPost(clientId(), new Secret(Objects.requireNonNull(secret)));
            case PRIVATE_KEY_JWT -> signed(Objects.requireNonNull(key), audience);
        };
    }

    /** The audience is the issuer alone, so that no other authorization server can use the assertion. */
    private PrivateKeyJWT signed(ClientKey with, String audience) {
        try {
            return new PrivateKeyJWT(
                    new JWTAuthenticationClaimsSet(clientId(), new Audience(audience)),
                    JWSAlgorithm.parse(with.algorithm()),
                    with.key(),
                    with.id(),
                    null);
        } catch (JOSEException e) {
            throw new AuthorizationException("The client's key cannot sign with " + with.algorithm(), e);
        }
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "Client[" + id + ", " + method + "]";
    }
}
