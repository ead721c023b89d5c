package dev.tenon.cli.demo;

import dev.tenon.model.Root;
import dev.tenon.server.Ask;
import dev.tenon.server.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;

/** Asks the client which folders it works in. */
final class RootsTool {
    private RootsTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("list_roots")
                .title("List the roots")
                .description("Tells which folders the client works in.")
                .handler(
                        (nothing, call) -> listed(call.ask("roots", Ask.roots()).orElseDecline()));
    }

    private static String listed(List<Root> roots) {
        return roots.isEmpty()
                ? "The client works in no folder."
                : roots.stream().map(Root::uri).collect(Collectors.joining("\n"));
    }
}
