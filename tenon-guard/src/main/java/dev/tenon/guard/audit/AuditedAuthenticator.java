package dev.tenon.guard.audit;

import dev.tenon.concurrent.LogLimit;
import dev.tenon.guard.content.Secrets;
import dev.tenon.http.HeaderNames;
import dev.tenon.json.Quote;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import dev.tenon.server.PublicPage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whom another lets in, and writes into the audit who was refused though it brought credentials, or lacked a scope. At most 100
 * lines in 10 s; the next one says how many there would have been more.
 */
public final class AuditedAuthenticator implements Authenticator {
    private static final Pattern ERROR = Pattern.compile("error=\"([a-z_]{1,40})\"");
    private static final int MOST = 100;
    private static final int MAX_CHARS = 200;

    private final Authenticator door;
    private final AuditLog log;
    private final LogLimit limit = new LogLimit(MOST, Duration.ofSeconds(10));

    /** What {@code door} refuses is written to {@code log}. */
    public AuditedAuthenticator(Authenticator door, AuditLog log) {
        this.door = door;
        this.log = log;
    }

    @Override
    public Verdict authenticate(HttpHead head) {
        Verdict verdict = door.authenticate(head);
        if (verdict instanceof Refused refused && head.header(HeaderNames.AUTHORIZATION) != null) {
            write(head, null, refused);
        }
        return verdict;
    }

    @Override
    public Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        Refused refused = door.forbid(head, principal, needed);
        write(head, principal.name(), refused);
        return refused;
    }

    private void write(HttpHead head, @Nullable String who, Refused refused) {
        long leftOut = limit.admit();
        if (leftOut < 0) {
            return;
        }
        Matcher error = ERROR.matcher(refused.headers().getOrDefault(HeaderNames.WWW_AUTHENTICATE, ""));
        log.event("notLetIn", out -> out.field("who", who == null ? null : AuditEntry.cut(who))
                .field("from", head.remoteAddress())
                .field("path", Secrets.COMMON.redacted(Quote.visible(head.path(), MAX_CHARS)))
                .field("status", (Number) refused.status())
                .field("error", error.find() ? error.group(1) : null)
                .field("leftOut", leftOut == 0 ? null : (Number) leftOut));
    }

    @Override
    public Set<String> scopes() {
        return door.scopes();
    }

    @Override
    public List<PublicPage> pages() {
        return door.pages();
    }
}
