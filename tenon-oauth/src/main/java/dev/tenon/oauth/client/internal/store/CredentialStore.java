package dev.tenon.oauth.client.internal.store;

import dev.tenon.oauth.client.TokenStore;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is kept in a store, and under which keys: tokens by server, registrations by issuer. */
public record CredentialStore(TokenStore store, String key) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");

    /** The part of a store that is about one server. */
    public static CredentialStore of(TokenStore store, URI server) {
        return new CredentialStore(store, "tokens " + ResourceIdentifiers.canonical(server));
    }

    @Nullable public TokenSet loadTokens() {
        return load(key, TokenSet::parse);
    }

    public void save(TokenSet tokens) {
        store.put(key, tokens.serialize());
    }

    public void removeTokens() {
        store.remove(key);
    }

    @Nullable public StoredRegistration loadRegistration(String issuer) {
        return load("client " + issuer, StoredRegistration::parse);
    }

    public void save(String issuer, StoredRegistration registration) {
        store.put("client " + issuer, registration.serialize());
    }

    public void removeRegistration(String issuer) {
        store.remove("client " + issuer);
    }

    /** The issuer that a client registered beforehand is used with, once that is known. */
    @Nullable public String findIssuer(String clientId) {
        return store.get("issuer " + key + " " + clientId);
    }

    public void bindIssuer(String clientId, String issuer) {
        store.put("issuer " + key + " " + clientId, issuer);
    }

    private <T> @Nullable T load(String entry, Function<String, T> reader) {
        String text = store.get(entry);
        try {
            return text == null ? null : reader.apply(text);
        } catch (RuntimeException e) {
            // Without the cause: it may quote what is secret.
            LOG.warn(
                    "What the token store keeps is not readable, and is forgotten: {}",
                    e.getClass().getSimpleName());
            store.remove(entry);
            return null;
        }
    }
}
