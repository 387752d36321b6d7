import { Scene } from '../host/tools/scene.js';

/** A scene in which the tools trust the folder and have chosen how to reach a model. */
export function trustedScene(cwd = ''): Scene {
  const scene = new Scene({ cwd });
  scene.write('.git/HEAD', 'ref: refs/heads/main\n');
  for (const folder of ['objects', 'refs']) scene.write(`.git/${folder}/.keep`, '');
  scene.write('~/.gemini/trustedFolders.json', JSON.stringify({ [scene.repository]: 'TRUST_FOLDER' }));
  scene.write('~/.gemini/settings.json', '{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n');
  scene.write('~/.copilot/config.json', JSON.stringify({ trustedFolders: [scene.repository] }));
  scene.write('~/.codex/.keep', '');
  return scene;
}
