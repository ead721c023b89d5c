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
 * Delegates authentication, and writes an audit line for each rejection of a client that sent credentials or lacked a
 * scope. Writes at most 100 lines in 10 s; the next line has the number of suppressed ones.
 */
public final class AuditedAuthenticator implements RequestAuthenticator {
    private static final Pattern ERROR = Pattern.compile("error=\"([a-z_]{1,40})\"");
    private static final int MAX_LINES = 100;
    private static final int MAX_CHARS = 200;

    private final RequestAuthenticator delegate;
    private final AuditLog log;
    private final LogRateLimiter limit = new LogRateLimiter(MAX_LINES, Duration.ofSeconds(10));

    /** Creates an authenticator that writes rejections by {@code delegate} to {@code log}. */
    public AuditedAuthenticator(RequestAuthenticator delegate, AuditLog log) {
        this.delegate = delegate;
        this.log = log;
    }

    @Override
    public AuthenticationResult authenticate(HttpRequestHead head) {
        AuthenticationResult result = delegate.authenticate(head);
        if (result instanceof AccessDenial denial && head.header(HeaderNames.AUTHORIZATION) != null) {
            writeRejection(head, null, denial);
        }
        return result;
    }

    @Override
    public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        AccessDenial denial = delegate.denyAccess(head, principal, needed);
        writeRejection(head, principal.name(), denial);
        return denial;
    }

    /** Appends an event line about a rejection. Drops and counts it if the limit of lines is reached. */
    private void writeRejection(HttpRequestHead head, @Nullable String principalName, AccessDenial denial) {
        long suppressed = limit.admitAndTakeSuppressed();
        if (suppressed < 0) {
            return;
        }
        Matcher error = ERROR.matcher(denial.headers().getOrDefault(HeaderNames.WWW_AUTHENTICATE, ""));
        log.appendEvent("notLetIn", out -> out.fieldUnlessNull(
                        "who", principalName == null ? null : AuditEntry.truncateWithHash(principalName))
                .fieldUnlessNull("from", head.remoteAddress())
                .fieldUnlessNull("path", SecretDetector.COMMON.redact(Excerpts.escapeInvisible(head.path(), MAX_CHARS)))
                .fieldUnlessNull("status", (Number) denial.status())
                .fieldUnlessNull("error", error.find() ? error.group(1) : null)
                .fieldUnlessNull("leftOut", suppressed == 0 ? null : (Number) suppressed));
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
