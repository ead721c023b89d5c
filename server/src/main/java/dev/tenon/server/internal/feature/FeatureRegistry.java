package dev.tenon.server.internal.feature;

import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSettings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools, resources, resource templates and prompts of a server, for all callers. They can change while the server
 * runs.
 */
public record FeatureRegistry(
        ServerSettings settings,
        FeatureKindCatalog<ToolSpec> tools,
        FeatureKindCatalog<ResourceSpec> resources,
        FeatureKindCatalog<ResourceTemplateSpec> templates,
        FeatureKindCatalog<PromptSpec> prompts) {
    /** Creates a registry without features. */
    public static FeatureRegistry createEmpty(ServerSettings settings, ChangeBroadcaster broadcaster) {
        return new FeatureRegistry(
                settings,
                new FeatureKindCatalog<>(
                        "tool", spec -> spec.tool().name(), ToolSpec::scopes, broadcaster::notifyToolsChanged),
                new FeatureKindCatalog<>(
                        "resource",
                        spec -> spec.resource().uri(),
                        ResourceSpec::scopes,
                        broadcaster::notifyResourcesChanged),
                new FeatureKindCatalog<>(
                        "resource template",
                        spec -> spec.template().uriTemplate(),
                        ResourceTemplateSpec::scopes,
                        broadcaster::notifyResourcesChanged),
                new FeatureKindCatalog<>(
                        "prompt", spec -> spec.prompt().name(), PromptSpec::scopes, broadcaster::notifyPromptsChanged));
    }

    /** Returns the first resource template that matches a URI, or null. */
    @Nullable ResourceTemplateSpec findTemplate(String uri) {
        return templates.items().stream()
                .filter(template -> template.pattern().match(uri).isPresent())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the scopes that reading this URI needs: of the resource, otherwise of its template; empty if neither
     * exists.
     */
    public Set<String> requiredScopesOfResource(String uri) {
        ResourceSpec resource = resources.get(uri);
        if (resource != null) {
            return resource.scopes();
        }
        ResourceTemplateSpec template = findTemplate(uri);
        return template == null ? Set.of() : template.scopes();
    }

    boolean hasResources() {
        return resources.wasEverNonEmpty() || templates.wasEverNonEmpty();
    }

    boolean hasCompletions() {
        return templates.items().stream().anyMatch(t -> !t.completions().isEmpty())
                || prompts.items().stream().anyMatch(p -> !p.completions().isEmpty());
    }

    /** Returns the description that clients get of the server. */
    public ServerDescription serverDescription() {
        return new ServerDescription(settings.info(), capabilities(), settings.instructions());
    }

    /** Returns the capabilities of the server: exactly those that are implemented. */
    ServerCapabilities capabilities() {
        ServerCapabilities capabilities = ServerCapabilities.NONE
                .withLogging(settings.logging())
                .withCompletions(hasCompletions())
                .withExtensions(settings.extensions());
        if (tools.wasEverNonEmpty()) {
            capabilities = capabilities.withTools(true);
        }
        if (hasResources()) {
            capabilities = capabilities.withResources(true, true);
        }
        return prompts.wasEverNonEmpty() ? capabilities.withPrompts(true) : capabilities;
    }
}
