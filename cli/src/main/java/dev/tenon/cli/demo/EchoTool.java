package dev.tenon.cli.demo;

import dev.tenon.model.ToolAnnotations;
import dev.tenon.schema.annotation.Description;
import dev.tenon.server.feature.ToolSpec;

/** The simplest tool: it returns its argument. */
final class EchoTool {
    /** The arguments. Their JSON Schema is derived from this record. */
    record Text(@Description("What to say again") String text) {}

    private EchoTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("echo")
                .title("Echo")
                .description("Says again what it is told. Good for a first try.")
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true).withOpenWorldHint(false))
                .icon(DemoImages.ICON)
                .input(Text.class)
                .nonBlocking()
                .handler((text, call) -> text.text());
    }
}
