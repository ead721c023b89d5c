package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools and prompts that metrics use as labels: those that a server listed, or that were called
 * successfully. Names that only callers mention are excluded.
 */
final class LabelRegistry {
    /** The label of unknown names. */
    private static final String OTHER = "_OTHER";

    private static final int MAX_CHARS = 256;
    private static final int MAX_NAMES = 1000;
    private static final int MAX_CODES = 100;

    private final Map<String, BoundedNameSet> byUpstream = new ConcurrentHashMap<>();
    private final BoundedNameSet codes = new BoundedNameSet(MAX_CODES);

    /** Adds the names that a successful call confirmed. */
    void learnFrom(PolicyMessage request, CallEnd end) {
        Json result = end.result();
        if (result == null || !CallError.isUpstreamSuccess(request.method(), end)) {
            return;
        }
        BoundedNameSet names = knownNamesOfUpstream(request);
        String name = calledName(request);
        if (name != null) {
            names.add(name);
        } else if (request.method().equals(Methods.LIST_TOOLS.name())) {
            addListedNames(names, result.get("tools"));
        } else if (request.method().equals(Methods.LIST_PROMPTS.name())) {
            addListedNames(names, result.get("prompts"));
        }
    }

    private static void addListedNames(BoundedNameSet names, @Nullable Json listed) {
        if (listed != null) {
            for (Json item : listed.elements()) {
                String name = item.string("name");
                if (name != null) {
                    names.add(name);
                }
            }
        }
    }

    /** Returns the name of the called tool or prompt as a label; empty for other requests. */
    String targetLabel(PolicyMessage request) {
        String name = calledName(request);
        return name == null ? "" : knownNamesOfUpstream(request).label(name);
    }

    /** Returns whether the called tool or prompt is known. */
    boolean isTargetKnown(PolicyMessage request) {
        String name = calledName(request);
        return name != null && knownNamesOfUpstream(request).known().contains(name);
    }

    /** Adds the attributes of an error. Codes are limited as well, as servers can make them up. */
    void addAttributes(CallError problem, AttributesBuilder attributes) {
        if (problem.code() == null) {
            attributes.put(AttributeKeys.ERROR, problem.type());
        } else {
            codes.add(problem.code());
            String code = codes.label(problem.code());
            attributes.put(AttributeKeys.ERROR, code).put(AttributeKeys.STATUS_CODE, code);
        }
    }

    /** Adds the attributes of the called tool or prompt. */
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

    /** Returns the name of the called tool or prompt; null for other requests. */
    private static @Nullable String calledName(PolicyMessage request) {
        boolean isTool = request.method().equals(Methods.CALL_TOOL.name());
        return isTool || request.method().equals(Methods.GET_PROMPT.name()) ? request.targetName() : null;
    }

    private BoundedNameSet knownNamesOfUpstream(PolicyMessage request) {
        return byUpstream.computeIfAbsent(request.upstream(), upstream -> new BoundedNameSet(MAX_NAMES));
    }

    /**
     * A set of the first distinct names up to a limit (slightly more under concurrency). All later names count as one,
     * so that the labels of a metric stay limited.
     */
    private record BoundedNameSet(int maxNames, Set<String> known) {
        BoundedNameSet(int maxNames) {
            this(maxNames, ConcurrentHashMap.newKeySet());
        }

        /** Adds a name if there is room. */
        void add(String name) {
            if (known.size() < maxNames && name.length() <= MAX_CHARS) {
                known.add(name);
            }
        }

        /** Returns the name if it is known, else {@link #OTHER}. */
        String label(String name) {
            return known.contains(name) ? name : OTHER;
        }
    }
}
