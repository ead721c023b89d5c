package dev.tenon.fuzz;

import dev.tenon.http.HeaderFields;
import dev.tenon.server.http.HttpRequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The head of a request, as a lenient HTTP server would have parsed it. */
record FuzzRequestHead(String method, String path, @Nullable String query, Map<String, List<String>> fields)
        implements HttpRequestHead {
    /** Returns the head in these lines; invalid header lines are ignored. */
    static FuzzRequestHead of(String text) {
        String[] lines = text.split("\n", -1);
        String[] start = lines[0].split(" ", 2);
        String target = start.length < 2 ? "" : start[1];
        int mark = target.indexOf('?');
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                fields.computeIfAbsent(lines[i].substring(0, colon), name -> new ArrayList<>())
                        .add(lines[i].substring(colon + 1).strip());
            }
        }
        return new FuzzRequestHead(
                start[0],
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? null : target.substring(mark + 1),
                fields);
    }

    @Override
    public HeaderFields headers() {
        return name -> fields.getOrDefault(name, List.of());
    }

    @Override
    public String remoteAddress() {
        return remoteIpAddress();
    }

    @Override
    public String remoteIpAddress() {
        return "192.0.2.1";
    }
}
