package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.internal.TargetReader;
import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large arguments and results of tools may be; the first line that names the tool counts. */
public final class SizeLimitPolicy implements NonBlockingPolicy {
    private final List<SizeLimit> sizes;

    /** A policy of these lines. */
    public SizeLimitPolicy(List<SizeLimit> sizes) {
        this.sizes = List.copyOf(sizes);
    }

    @Override
    public String name() {
        return "sizes";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        SizeLimit limit = passage.method().equals("tools/call") ? limitFor(passage) : null;
        if (limit == null) {
            return PolicyDecision.ALLOW;
        }
        return switch (passage.kind()) {
            case REQUEST -> checkArguments(passage.body().get("arguments"), limit.maxArgumentBytes());
            case RESULT -> checkResult(passage.body().sizeInBytes(), limit.maxResultBytes());
            default -> PolicyDecision.ALLOW;
        };
    }

    private @Nullable SizeLimit limitFor(PolicyMessage passage) {
        String asked = TargetReader.readTarget(FeatureKind.TOOL, passage);
        String tool = asked == null ? passage.targetName() : asked;
        for (SizeLimit size : sizes) {
            if (tool != null && size.tools().matches(tool)) {
                return size;
            }
        }
        return null;
    }

    private static PolicyDecision checkArguments(@Nullable Json arguments, int most) {
        if (arguments == null || arguments.sizeInBytes() <= most) {
            return PolicyDecision.ALLOW;
        }
        String text =
                "The arguments are " + arguments.sizeInBytes() + " bytes of JSON; at most " + most + " are taken.";
        return PolicyDecision.reject(
                new Finding("sizes.arguments", "arguments", text), new PolicyRejection.ToolError(text));
    }

    private static PolicyDecision checkResult(int size, int most) {
        if (size <= most) {
            return PolicyDecision.ALLOW;
        }
        String text = "The result is " + size + " bytes of JSON; at most " + most + " are let through. Ask for less.";
        return PolicyDecision.reject(Finding.of("sizes.result", text), new PolicyRejection.ToolError(text));
    }
}
