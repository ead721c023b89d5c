package dev.tenon.oauth.client.internal.store;

import static dev.tenon.oauth.internal.OAuthLog.CLIENT_LOG;

import dev.tenon.oauth.client.TokenStore;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Maps credentials to the keys of a token store: tokens by server, registrations by issuer. */
public record CredentialStore(TokenStore store, String key) {
    /** Creates the view of a store for one server. */
    public static CredentialStore of(TokenStore store, URI server) {
        return new CredentialStore(store, "tokens " + ResourceIdentifiers.canonical(server));
    }

    /** Returns the stored tokens, or null. Removes an unreadable entry, and one whose DPoP key is unreadable. */
    @Nullable public TokenSet loadTokens() {
        return loadOrRemoveUnreadable(key, text -> {
            TokenSet tokens = TokenSet.parse(text);
            DpopKey unused = tokens.parseDpopKey();
            return tokens;
        });
    }

    public void save(TokenSet tokens) {
        store.put(key, tokens.serialize());
    }

    public void removeTokens() {
        store.remove(key);
    }

    /** Returns the stored registration at this issuer, or null. Removes an unreadable entry. */
    @Nullable public StoredRegistration loadRegistration(String issuer) {
        return loadOrRemoveUnreadable("client " + issuer, StoredRegistration::parse);
    }

    public void save(String issuer, StoredRegistration registration) {
        store.put("client " + issuer, registration.serialize());
    }

    public void removeRegistration(String issuer) {
        store.remove("client " + issuer);
    }

    /** Returns the issuer with which a preregistered client was first used, or null. */
    @Nullable public String findIssuer(String clientId) {
        return store.get("issuer " + key + " " + clientId);
    }

    public void saveIssuerOfClientId(String clientId, String issuer) {
        store.put("issuer " + key + " " + clientId, issuer);
    }

    private <T> @Nullable T loadOrRemoveUnreadable(String entry, Function<String, T> reader) {
        String text = store.get(entry);
        try {
            return text == null ? null : reader.apply(text);
        } catch (RuntimeException e) {
            // Without the cause, which could quote a secret.
            CLIENT_LOG.warn(
                    "Removing an unreadable entry of the token store: {}",
                    e.getClass().getSimpleName());
            store.remove(entry);
            return null;
        }
    }
}
