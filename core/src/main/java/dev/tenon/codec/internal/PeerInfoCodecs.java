package dev.tenon.codec.internal;

import dev.tenon.model.DiscoverResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import org.jspecify.annotations.Nullable;

/** Reads and writes what clients and servers declare about themselves. */
final class PeerInfoCodecs {
    private PeerInfoCodecs() {}

    static JsonObjectCodec<Implementation> implementation(CommonMemberCodec common) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("version", it.version());
                    if (common.revision.hasIcons()) {
                        out.field("description", it.description()).field("websiteUrl", it.websiteUrl());
                        common.icons(out, it.icons());
                    }
                },
                in -> withWebsite(
                        new Implementation(
                                in.string("name"),
                                in.string("version"),
                                in.stringOrNull("title"),
                                in.stringOrNull("description"),
                                null,
                                common.icons(in)),
                        in.stringOrNull("websiteUrl")));
    }

    /** Ignores an invalid URL: it is for display only, so it is not a reason to reject the peer. */
    private static Implementation withWebsite(Implementation it, @Nullable String url) {
        try {
            return it.withWebsiteUrl(url);
        } catch (IllegalArgumentException e) {
            return it;
        }
    }

    static JsonObjectCodec<InitializeParams> initializeParams(ElementCodecs of) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("protocolVersion", it.protocolVersion());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.clientCapabilities);
                    MemberWriter.writeIfPresent(out, "clientInfo", it.clientInfo(), of.implementation);
                },
                in -> new InitializeParams(
                        in.string("protocolVersion"),
                        in.decode("capabilities", of.clientCapabilities::read),
                        in.decode("clientInfo", of.implementation::read),
                        in.meta()));
    }

    static JsonObjectCodec<InitializeResult> initializeResult(ElementCodecs of) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("protocolVersion", it.protocolVersion());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.serverCapabilities);
                    MemberWriter.writeIfPresent(out, "serverInfo", it.serverInfo(), of.implementation);
                    out.field("instructions", it.instructions());
                },
                in -> new InitializeResult(
                        in.string("protocolVersion"),
                        in.decode("capabilities", of.serverCapabilities::read),
                        in.decode("serverInfo", of.implementation::read),
                        in.stringOrNull("instructions"),
                        in.meta()));
    }

    static JsonObjectCodec<DiscoverResult> discoverResult(ElementCodecs of) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    MemberWriter.writeStrings(out, "supportedVersions", it.supportedVersions());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.serverCapabilities);
                    out.field("instructions", it.instructions());
                },
                in -> new DiscoverResult(
                        in.strings("supportedVersions"),
                        in.decode("capabilities", of.serverCapabilities::read),
                        in.stringOrNull("instructions"),
                        CommonMemberCodec.caching(in),
                        in.meta()));
    }
}
