package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.token.AccessToken;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows a server a token that was exchanged for that of callers of one standing, and ends with it. */
final class ExchangedTokenAuth implements CredentialsProvider {
    private final String standing;
    private final SubjectTokenCache vault;
    private final Function<String, AccessToken> exchange;
    private final CredentialErrorReporter complaint;
    private final AtomicReference<@Nullable CachedExchange> current = new AtomicReference<>();

    /**
     * A token for those of that standing.
     *
     * @param exchange from their token to another
     */
    ExchangedTokenAuth(
            String standing,
            SubjectTokenCache vault,
            Function<String, AccessToken> exchange,
            CredentialErrorReporter complaint) {
        this.standing = standing;
        this.vault = vault;
        this.exchange = exchange;
        this.complaint = complaint;
    }

    /** What was got for one token of a client. */
    private record CachedExchange(String subjectHash, GrantedTokenAuth auth) {}

    private GrantedTokenAuth currentAuth() {
        SubjectTokenCache.SubjectToken subject = vault.get(standing)
                .orElseThrow(() -> complaint.noCredentials(
                        "the caller has no token that could be exchanged, or it has ended",
                        "Only tokens of \"front.authorization.issuers\" are exchanged, not API keys"));
        CachedExchange now = current.updateAndGet(known -> known != null
                        && known.subjectHash().equals(subject.hash())
                ? known
                : new CachedExchange(subject.hash(), new GrantedTokenAuth(() -> exchangeToken(subject), complaint)));
        return Objects.requireNonNull(now).auth();
    }

    private AccessToken exchangeToken(SubjectTokenCache.SubjectToken subject) {
        try {
            return exchange.apply(subject.token()).withLatestExpiry(subject.expires());
        } catch (OAuthErrorException e) {
            if (e.errorCode().equals("invalid_grant") || e.errorCode().equals("invalid_request")) {
                vault.markRejected(standing, subject);
            }
            throw e;
        }
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return currentAuth().headers(method, uri);
    }

    @Override
    public boolean renew(UnauthorizedResponse refusal) {
        return currentAuth().renew(refusal);
    }

    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        CachedExchange known = current.get();
        if (known != null) {
            known.auth().onResponse(status, uri, headers);
        }
    }
}
