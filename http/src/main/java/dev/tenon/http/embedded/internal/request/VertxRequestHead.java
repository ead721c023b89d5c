package dev.tenon.http.embedded.internal.request;

import dev.tenon.http.HeaderFields;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.embedded.internal.AsciiHeaderNames;
import dev.tenon.server.http.HttpRequestHead;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Adapts a Vert.x request to the endpoint. */
public record VertxRequestHead(HttpServerRequest request, String remoteIpAddress)
        implements HttpRequestHead, HeaderFields {
    /** Returns the authority, in lower case, of a target that names one (RFC 9112, section 3.2.2); otherwise null. */
    static @Nullable String parseAuthority(String target) {
        int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
        if (scheme < 0) {
            return null;
        }
        return target.substring(scheme + 3).split("[/?#]", 2)[0].toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the values of a header. For {@code Host}, an absolute target's authority counts instead. HTTP/2 has
     * {@code :authority} instead of {@code Host} (RFC 9113, section 8.3.1); if both are present, both are returned and
     * must agree.
     */
    @Override
    public List<String> allValues(String name) {
        List<String> values = request.headers().getAll(AsciiHeaderNames.of(name));
        if (!name.equalsIgnoreCase(HeaderNames.HOST)) {
            return values;
        }
        if (request.version() != HttpVersion.HTTP_2) {
            String target = parseAuthority(request.uri());
            return target == null ? values : List.of(target);
        }
        HostAndPort authority = request.authority(true);
        if (authority == null || values.contains(authority.toString())) {
            return values;
        }
        List<String> all = new ArrayList<>(values);
        all.add(authority.toString());
        return all;
    }

    @Override
    public String method() {
        return request.method().name();
    }

    @Override
    public String path() {
        String path = request.path();
        return path == null ? "" : path;
    }

    @Override
    public @Nullable String query() {
        return request.query();
    }

    @Override
    public HeaderFields headers() {
        return this;
    }

    @Override
    public String remoteAddress() {
        SocketAddress address = request.remoteAddress();
        return address == null ? "unknown" : address.toString();
    }
}
