package dev.tenon.codec.internal;

import dev.tenon.model.AudioContent;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceLink;
import dev.tenon.model.TextContent;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import java.util.stream.Collectors;

/** Formats content that a revision cannot express as a descriptive text. */
final class ContentFallbackFormatter {
    private ContentFallbackFormatter() {}

    static String formatAudio(AudioContent audio) {
        long bytes = audio.data().length() / 4 * 3L;
        return "[Audio, " + audio.mimeType() + ", about " + bytes
                + " bytes: it cannot be carried in the protocol revision of this connection]";
    }

    static String formatResourceLink(Resource resource) {
        String title = resource.title() == null ? resource.name() : resource.title();
        String description = resource.description() == null ? "" : ": " + resource.description();
        return "[Resource " + title + " at " + resource.uri() + description + "]";
    }

    static String formatToolUse(ToolUse use) {
        return "[Use of tool " + use.name() + " with " + use.input() + "]";
    }

    static String formatToolResult(ToolResultContent result) {
        String text = result.content().stream()
                .map(ContentFallbackFormatter::formatContent)
                .collect(Collectors.joining("\n"));
        return (result.isError() ? "[Tool failed]" : "[Tool answered]") + (text.isEmpty() ? "" : "\n" + text);
    }

    private static String formatContent(Content content) {
        if (content instanceof TextContent text) {
            return text.text();
        }
        if (content instanceof AudioContent audio) {
            return formatAudio(audio);
        }
        if (content instanceof ResourceLink link) {
            return formatResourceLink(link.resource());
        }
        return content instanceof EmbeddedResource embedded
                ? "[Resource at " + embedded.resource().uri() + "]"
                : "[Image]";
    }
}
