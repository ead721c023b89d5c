package dev.tenon.oauth.client.internal;

import dev.tenon.oauth.client.TokenStore;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is kept in a store, and under which keys: tokens by server, registrations by issuer. */
record Vault(TokenStore store, String key) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");

    /** The part of a store that is about one server. */
    static Vault of(TokenStore store, URI server) {
        return new Vault(store, "tokens " + Resources.canonical(server));
    }

    @Nullable Tokens tokens() {
        return read(key, Tokens::read);
    }

    void keep(Tokens tokens) {
        store.put(key, tokens.write());
    }

    void forgetTokens() {
        store.remove(key);
    }

    @Nullable Registration registration(String issuer) {
        return read("client " + issuer, Registration::read);
    }

    void keep(String issuer, Registration registration) {
        store.put("client " + issuer, registration.write());
    }

    void forgetRegistration(String issuer) {
        store.remove("client " + issuer);
    }

    /** The issuer that a client registered beforehand is used with, once that is known. */
    @Nullable String issuerOf(String clientId) {
        return store.get("issuer " + key + " " + clientId);
    }

    void bind(String clientId, String issuer) {
        store.put("issuer " + key + " " + clientId, issuer);
    }

    private <T> @Nullable T read(String entry, Function<String, T> reader) {
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
