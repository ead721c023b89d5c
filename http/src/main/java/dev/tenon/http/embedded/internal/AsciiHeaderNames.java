package dev.tenon.http.embedded.internal;

import dev.tenon.http.HeaderNames;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Converts frequent header names to ASCII strings, whose hash Netty computes once and not for each request. */
public final class AsciiHeaderNames {
    private static final Map<String, CharSequence> ASCII = List.of(
                    HeaderNames.ACCEPT,
                    HeaderNames.AUTHORIZATION,
                    HeaderNames.CACHE_CONTROL,
                    HeaderNames.CONTENT_TYPE,
                    HeaderNames.HOST,
                    HeaderNames.LAST_EVENT_ID,
                    HeaderNames.METHOD,
                    HeaderNames.NAME,
                    HeaderNames.ORIGIN,
                    HeaderNames.PROTOCOL_VERSION,
                    HeaderNames.SESSION_ID,
                    HeaderNames.USER_AGENT)
            .stream()
            .collect(Collectors.toMap(Function.identity(), HttpHeaders::createOptimized));

    private AsciiHeaderNames() {}

    /** Returns the name, for use with the headers of Netty and Vert.x. */
    public static CharSequence of(String name) {
        CharSequence ascii = ASCII.get(name);
        return ascii == null ? name : ascii;
    }
}
