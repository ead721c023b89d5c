package dev.tenon.guard.telemetry;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.watch.Ended;
import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools and prompts that metrics are labelled with: those that a server has listed, or that have answered. Names
 * that only callers say are not among them.
 */
final class Catalogue {
    private static final int MOST = 1000;
    private static final int MOST_CODES = 100;

    private final Map<String, Names> byUpstream = new ConcurrentHashMap<>();
    private final Names codes = new Names(MOST_CODES);

    /** Takes note of what an exchange showed. */
    void learn(Passage request, Ended how) {
        Json result = how.result();
        if (result == null || !Problem.isSuccess(request.method(), how)) {
            return;
        }
        Names names = names(request);
        String name = request.name();
        if (isCall(request) && name != null) {
            names.learn(name);
        } else if (request.method().equals(Methods.LIST_TOOLS.name())) {
            learnAll(names, result.get("tools"));
        } else if (request.method().equals(Methods.LIST_PROMPTS.name())) {
            learnAll(names, result.get("prompts"));
        }
    }

    private static void learnAll(Names names, @Nullable Json listed) {
        if (listed != null) {
            for (Json each : listed.elements()) {
                String text = each.string("name");
                if (text != null) {
                    names.learn(text);
                }
            }
        }
    }

    /** What the request is called in metrics, and in the names of spans: a tool or a prompt; empty for all else. */
    String target(Passage request) {
        String name = request.name();
        return isCall(request) && name != null ? names(request).label(name) : "";
    }

    /** Whether that tool or prompt is known. */
    boolean knows(Passage request) {
        String name = request.name();
        return isCall(request) && name != null && names(request).knows(name);
    }

    /** Adds what went wrong. Servers make up codes, too. */
    void describe(Problem problem, AttributesBuilder attributes) {
        if (problem.code() == null) {
            attributes.put(Keys.ERROR, problem.type());
        } else {
            String code = codes.learned(problem.code());
            attributes.put(Keys.ERROR, code).put(Keys.STATUS_CODE, code);
        }
    }

    /** Adds what a request is about. */
    static void describe(Passage request, String name, AttributesBuilder attributes) {
        if (request.method().equals(Methods.CALL_TOOL.name())) {
            attributes.put(Keys.OPERATION, "execute_tool");
            if (!name.isEmpty()) {
                attributes.put(Keys.TOOL, name);
            }
        } else if (request.method().equals(Methods.GET_PROMPT.name()) && !name.isEmpty()) {
            attributes.put(Keys.PROMPT, name);
        }
    }

    private static boolean isCall(Passage request) {
        return request.method().equals(Methods.CALL_TOOL.name())
                || request.method().equals(Methods.GET_PROMPT.name());
    }

    private Names names(Passage request) {
        return byUpstream.computeIfAbsent(request.upstream(), upstream -> new Names(MOST));
    }
}
