package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large arguments and results of tools may be; the first line that names the tool counts. */
public final class SizePolicy implements QuickPolicy {
    private final List<Sizes> sizes;

    /** A policy of these lines. */
    public SizePolicy(List<Sizes> sizes) {
        this.sizes = List.copyOf(sizes);
    }

    @Override
    public String name() {
        return "sizes";
    }

    @Override
    public Ruling rule(Passage passage) {
        Sizes limit = passage.method().equals("tools/call") ? limit(passage) : null;
        if (limit == null) {
            return Ruling.PASS;
        }
        return switch (passage.part()) {
            case REQUEST -> arguments(passage.body().get("arguments"), limit.arguments());
            case RESULT -> result(passage.body().size(), limit.result());
            default -> Ruling.PASS;
        };
    }

    private @Nullable Sizes limit(Passage passage) {
        String asked = Target.of(Subject.TOOL, passage);
        String tool = asked == null ? passage.name() : asked;
        for (Sizes size : sizes) {
            if (tool != null && size.tools().matches(tool)) {
                return size;
            }
        }
        return null;
    }

    private static Ruling arguments(@Nullable Json arguments, int most) {
        if (arguments == null || arguments.size() <= most) {
            return Ruling.PASS;
        }
        String text = "The arguments are " + arguments.size() + " bytes of JSON; at most " + most + " are taken.";
        return Ruling.refuse(new Finding("sizes.arguments", "arguments", text), new Refusal.ToolError(text));
    }

    private static Ruling result(int size, int most) {
        if (size <= most) {
            return Ruling.PASS;
        }
        String text = "The result is " + size + " bytes of JSON; at most " + most + " are let through. Ask for less.";
        return Ruling.refuse(Finding.of("sizes.result", text), new Refusal.ToolError(text));
    }
}
