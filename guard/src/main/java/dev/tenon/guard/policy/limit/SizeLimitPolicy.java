package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection.ToolError;
import dev.tenon.guard.policy.internal.MessageTargetReader;
import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits the size of arguments and results of tools. The first limit whose pattern matches the tool applies. */
public final class SizeLimitPolicy implements NonBlockingPolicy {
    private final List<SizeLimit> sizes;

    /** Creates a policy from these limits. */
    public SizeLimitPolicy(List<SizeLimit> sizes) {
        this.sizes = List.copyOf(sizes);
    }

    @Override
    public String name() {
        return "sizes";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        SizeLimit limit = message.method().equals("tools/call") ? limitFor(message) : null;
        if (limit == null) {
            return PolicyDecision.ALLOW;
        }
        return switch (message.kind()) {
            case REQUEST -> checkArguments(message.body().get("arguments"), limit.maxArgumentBytes());
            case RESULT -> checkResult(message.body().sizeInBytes(), limit.maxResultBytes());
            default -> PolicyDecision.ALLOW;
        };
    }

    private @Nullable SizeLimit limitFor(PolicyMessage message) {
        String requested = MessageTargetReader.readTarget(FeatureKind.TOOL, message);
        String tool = requested == null ? message.targetName() : requested;
        for (SizeLimit size : sizes) {
            if (tool != null && size.tools().matches(tool)) {
                return size;
            }
        }
        return null;
    }

    private static PolicyDecision checkArguments(@Nullable Json arguments, int maxBytes) {
        if (arguments == null || arguments.sizeInBytes() <= maxBytes) {
            return PolicyDecision.ALLOW;
        }
        String text =
                "The arguments are " + arguments.sizeInBytes() + " bytes of JSON; at most " + maxBytes + " are taken.";
        return PolicyDecision.reject(new Finding("sizes.arguments", "arguments", text), new ToolError(text));
    }

    private static PolicyDecision checkResult(int size, int maxBytes) {
        if (size <= maxBytes) {
            return PolicyDecision.ALLOW;
        }
        String text =
                "The result is " + size + " bytes of JSON; at most " + maxBytes + " are let through. Ask for less.";
        return PolicyDecision.reject(Finding.of("sizes.result", text), new ToolError(text));
    }
}
