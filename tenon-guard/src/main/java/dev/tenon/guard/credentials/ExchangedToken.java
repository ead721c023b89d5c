package dev.tenon.guard.credentials;

import dev.tenon.client.HttpAuth;
import dev.tenon.oauth.client.AccessToken;
import dev.tenon.oauth.client.TokenRefusedException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows a server a token that was exchanged for that of callers of one standing, and ends with it. */
final class ExchangedToken implements HttpAuth {
    private final String standing;
    private final TokenVault vault;
    private final Function<String, AccessToken> exchange;
    private final Complaint complaint;
    private final AtomicReference<@Nullable Current> current = new AtomicReference<>();

    /**
     * A token for those of that standing.
     *
     * @param exchange from their token to another
     */
    ExchangedToken(String standing, TokenVault vault, Function<String, AccessToken> exchange, Complaint complaint) {
        this.standing = standing;
        this.vault = vault;
        this.exchange = exchange;
        this.complaint = complaint;
    }

    /** What was got for one token of a client. */
    private record Current(String subject, GrantedToken auth) {}

    private GrantedToken current() {
        TokenVault.Kept subject = vault.of(standing)
                .orElseThrow(() -> complaint.none(
                        "the caller has no token that could be exchanged, or it has ended",
                        "Only tokens of \"front.authorization.issuers\" are exchanged, not API keys"));
        Current now =
                current.updateAndGet(known -> known != null && known.subject().equals(subject.hash())
                        ? known
                        : new Current(subject.hash(), new GrantedToken(() -> exchanged(subject), complaint)));
        return Objects.requireNonNull(now).auth();
    }

    private AccessToken exchanged(TokenVault.Kept subject) {
        try {
            return exchange.apply(subject.token()).endingBy(subject.expires());
        } catch (TokenRefusedException e) {
            if (e.code().equals("invalid_grant") || e.code().equals("invalid_request")) {
                vault.refused(standing, subject);
            }
            throw e;
        }
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return current().headers(method, uri);
    }

    @Override
    public boolean refused(Refusal refusal) {
        return current().refused(refusal);
    }

    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        Current known = current.get();
        if (known != null) {
            known.auth().answered(status, uri, headers);
        }
    }
}
