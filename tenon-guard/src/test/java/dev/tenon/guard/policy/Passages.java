package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.Set;

/** Messages for tests. */
public final class Passages {
    private Passages() {}

    /** A call of a tool. */
    public static Passage call(String tool, String arguments) {
        return Passage.request(
                        "up", "tools/call", Json.parse("{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}"))
                .about(tool, null);
    }

    /** A request with params. */
    public static Passage request(String method, String params) {
        return Passage.request("up", method, Json.parse(params));
    }

    /** The result of a request. */
    public static Passage result(String method, String result) {
        return request(method, "{}").result(Json.parse(result));
    }

    /** Somebody with scopes. */
    public static Caller caller(String name, String... scopes) {
        return new Caller(name, Set.of(scopes));
    }
}
