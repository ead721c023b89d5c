package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Merges the descriptions of several servers. */
final class ServerDescriptionMerger {
    private ServerDescriptionMerger() {}

    static ServerDescription merge(List<MemberResult<ServerDescription>> results, Implementation self) {
        List<ServerCapabilities> capabilities = MemberResult.values(results).stream()
                .map(ServerDescription::capabilities)
                .toList();
        String instructions = results.stream()
                .map(ServerDescriptionMerger::instructionsWithHeading)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n\n"));
        return new ServerDescription(
                self, mergeCapabilities(capabilities), instructions.isEmpty() ? null : instructions);
    }

    /** Merges capabilities. All lists are declared as changeable, because members can change. */
    private static ServerCapabilities mergeCapabilities(List<ServerCapabilities> capabilities) {
        // Extension names are forwarded unchanged.
        ServerCapabilities union = new ServerCapabilities(
                null,
                null,
                null,
                capabilities.stream().anyMatch(ServerCapabilities::logging),
                capabilities.stream().anyMatch(ServerCapabilities::completions),
                mergeEntriesWithoutConflicts(capabilities, ServerCapabilities::experimental),
                mergeEntriesWithoutConflicts(capabilities, ServerCapabilities::extensions));
        if (capabilities.stream().anyMatch(capability -> capability.tools() != null)) {
            union = union.withTools(true);
        }
        if (capabilities.stream().anyMatch(capability -> capability.prompts() != null)) {
            union = union.withPrompts(true);
        }
        if (capabilities.stream().anyMatch(capability -> capability.resources() != null)) {
            union = union.withResources(capabilities.stream().anyMatch(ServerDescriptionMerger::subscribes), true);
        }
        return union;
    }

    /** Returns whether clients can subscribe to resources. */
    static boolean subscribes(ServerCapabilities capability) {
        ServerCapabilities.Resources resources = capability.resources();
        return resources != null && resources.subscribe();
    }

    /** Returns the entries on which all members that have them agree. */
    private static Map<String, Json> mergeEntriesWithoutConflicts(
            List<ServerCapabilities> capabilities, Function<ServerCapabilities, Map<String, Json>> entries) {
        Map<String, Json> agreed = new LinkedHashMap<>();
        Set<String> conflicting = new HashSet<>();
        for (ServerCapabilities capability : capabilities) {
            entries.apply(capability).forEach((name, settings) -> {
                Json other = agreed.putIfAbsent(name, settings);
                if (other != null && !other.equals(settings)) {
                    conflicting.add(name);
                }
            });
        }
        agreed.keySet().removeAll(conflicting);
        return agreed;
    }

    private static String instructionsWithHeading(MemberResult<ServerDescription> result) {
        ServerDescription description = result.value();
        @Nullable String text = description == null ? null : description.instructions();
        if (text == null || text.isBlank()) {
            return "";
        }
        String prefix = result.member().member().prefix();
        String names = prefix.isEmpty() ? "" : " (names of tools and prompts begin with " + prefix + ")";
        return "# " + result.member().name() + names + "\n\n" + text.strip();
    }
}
