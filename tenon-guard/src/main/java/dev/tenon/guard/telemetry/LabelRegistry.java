package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools and prompts that metrics are labelled with: those that a server has listed, or that have answered.
 * Names that only callers say are not among them.
 */
final class LabelRegistry {
    private static final int MAX_NAMES = 1000;
    private static final int MAX_CODES = 100;

    private final Map<String, BoundedNameSet> byUpstream = new ConcurrentHashMap<>();
    private final BoundedNameSet codes = new BoundedNameSet(MAX_CODES);

    /** Takes note of what an exchange showed. */
    void learnFrom(PolicyMessage request, CallEnd how) {
        Json result = how.result();
        if (result == null || !CallError.isSuccess(request.method(), how)) {
            return;
        }
        BoundedNameSet names = namesOf(request);
        String name = request.targetName();
        if (isCall(request) && name != null) {
            names.add(name);
        } else if (request.method().equals(Methods.LIST_TOOLS.name())) {
            addAll(names, result.get("tools"));
        } else if (request.method().equals(Methods.LIST_PROMPTS.name())) {
            addAll(names, result.get("prompts"));
        }
    }

    private static void addAll(BoundedNameSet names, @Nullable Json listed) {
        if (listed != null) {
            for (Json each : listed.elements()) {
                String text = each.string("name");
                if (text != null) {
                    names.add(text);
                }
            }
        }
    }

    /** What the request is called in metrics, and in the names of spans: a tool or a prompt; empty for all else. */
    String targetLabel(PolicyMessage request) {
        String name = request.targetName();
        return isCall(request) && name != null ? namesOf(request).label(name) : "";
    }

    /** Whether that tool or prompt is known. */
    boolean isKnown(PolicyMessage request) {
        String name = request.targetName();
        return isCall(request) && name != null && namesOf(request).contains(name);
    }

    /** Adds what went wrong. Servers make up codes, too. */
    void addAttributes(CallError problem, AttributesBuilder attributes) {
        if (problem.code() == null) {
            attributes.put(AttributeKeys.ERROR, problem.type());
        } else {
            String code = codes.addAndLabel(problem.code());
            attributes.put(AttributeKeys.ERROR, code).put(AttributeKeys.STATUS_CODE, code);
        }
    }

    /** Adds what a request is about. */
    static void addAttributes(PolicyMessage request, String name, AttributesBuilder attributes) {
        if (request.method().equals(Methods.CALL_TOOL.name())) {
            attributes.put(AttributeKeys.OPERATION, "execute_tool");
            if (!name.isEmpty()) {
                attributes.put(AttributeKeys.TOOL, name);
            }
        } else if (request.method().equals(Methods.GET_PROMPT.name()) && !name.isEmpty()) {
            attributes.put(AttributeKeys.PROMPT, name);
        }
    }

    private static boolean isCall(PolicyMessage request) {
        return request.method().equals(Methods.CALL_TOOL.name())
                || request.method().equals(Methods.GET_PROMPT.name());
    }

    private BoundedNameSet namesOf(PolicyMessage request) {
        return byUpstream.computeIfAbsent(request.upstream(), upstream -> new BoundedNameSet(MAX_NAMES));
    }
}
