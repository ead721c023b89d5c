package dev.tenon.guard.audit;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whom another lets in, and writes into the audit who was refused though it brought credentials, or lacked a
 * scope. At most 100 lines in 10 s; the next one says how many there would have been more.
 */
public final class AuditedAuthenticator implements RequestAuthenticator {
    private static final Pattern ERROR = Pattern.compile("error=\"([a-z_]{1,40})\"");
    private static final int MAX_LINES = 100;
    private static final int MAX_CHARS = 200;

    private final RequestAuthenticator delegate;
    private final AuditLog log;
    private final LogRateLimiter limit = new LogRateLimiter(MAX_LINES, Duration.ofSeconds(10));

    /** What {@code door} refuses is written to {@code log}. */
    public AuditedAuthenticator(RequestAuthenticator door, AuditLog log) {
        this.delegate = door;
        this.log = log;
    }

    @Override
    public AuthenticationResult authenticate(HttpRequestHead head) {
        AuthenticationResult verdict = delegate.authenticate(head);
        if (verdict instanceof AccessDenial refused && head.header(HeaderNames.AUTHORIZATION) != null) {
            writeRejection(head, null, refused);
        }
        return verdict;
    }

    @Override
    public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        AccessDenial refused = delegate.denyAccess(head, principal, needed);
        writeRejection(head, principal.name(), refused);
        return refused;
    }

    private void writeRejection(HttpRequestHead head, @Nullable String who, AccessDenial refused) {
        long leftOut = limit.tryAdmit();
        if (leftOut < 0) {
            return;
        }
        Matcher error = ERROR.matcher(refused.headers().getOrDefault(HeaderNames.WWW_AUTHENTICATE, ""));
        log.appendEvent("notLetIn", out -> out.field("who", who == null ? null : AuditEntry.truncate(who))
                .field("from", head.remoteAddress())
                .field("path", SecretDetector.COMMON.redact(Excerpts.escapeInvisible(head.path(), MAX_CHARS)))
                .field("status", (Number) refused.status())
                .field("error", error.find() ? error.group(1) : null)
                .field("leftOut", leftOut == 0 ? null : (Number) leftOut));
    }

    @Override
    public Set<String> requiredScopes() {
        return delegate.requiredScopes();
    }

    @Override
    public List<PublicPage> publicPages() {
        return delegate.publicPages();
    }
}
