package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpAuth;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the user of a target lets it send with every request, and what is done when the server refuses that. */
final class Credentials {
    /** How often one request is sent again with other credentials. */
    private static final int MOST_REFUSALS = 3;

    private final HttpTarget target;

    Credentials(HttpTarget target) {
        this.target = target;
    }

    /** The headers of one request: those of the target, and its credentials. */
    Map<String, String> headers(String method, URI uri) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(target.headers());
        HttpAuth auth = target.auth();
        if (auth != null) {
            headers.putAll(guarded(() -> auth.headers(method, uri)));
        }
        return headers;
    }

    /** Whether there may be others for a request that was refused so often already. */
    boolean mayHelp(int status, int refusals) {
        return target.auth() != null && (status == 401 || status == 403) && refusals < MOST_REFUSALS;
    }

    /** Whether there are others. */
    boolean renewed(int status, URI uri, HttpHeaders answer) {
        HttpAuth auth = target.auth();
        if (auth == null) {
            return false;
        }
        Map<String, List<String>> headers = new TreeMap<>();
        answer.map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        List<String> challenges = answer.allValues(HeaderNames.WWW_AUTHENTICATE);
        return guarded(() -> auth.refused(new HttpAuth.Refusal(status, uri, challenges, headers)));
    }

    private <T> T guarded(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("There are no credentials for " + target.label() + ": " + e, e);
        }
    }
}
