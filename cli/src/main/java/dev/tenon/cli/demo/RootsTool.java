package dev.tenon.cli.demo;

import dev.tenon.model.Root;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;

/** Requests the roots of the client. */
final class RootsTool {
    private RootsTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("list_roots")
                .title("List the roots")
                .description("Tells which folders the client works in.")
                .handler((nothing, call) -> formatRoots(
                        call.requestInput("roots", ClientInputRequest.roots()).orElseThrow()));
    }

    private static String formatRoots(List<Root> roots) {
        return roots.isEmpty()
                ? "The client works in no folder."
                : roots.stream().map(Root::uri).collect(Collectors.joining("\n"));
    }
}
